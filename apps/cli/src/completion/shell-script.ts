export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Called by the scripts with the words so far; prints a candidate and its description per line. */
export const COMPLETE = '__complete';

/** `program` is how the scripts call us, whatever `feedwarden` is in that shell: a function, an alias or a link. */
export function shellScript(shell: Shell, program: string[]): string {
  return SCRIPTS[shell]([...program, COMPLETE].map(quoted).join(' '));
}

const quoted = (word: string) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const SCRIPTS: Record<Shell, (complete: string) => string> = {
  bash: (complete) => `# In ~/.bashrc: eval "$(feedwarden completion bash)"
_feedwarden() {
  local IFS=$'\\n'
  COMPREPLY=($(${complete} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _feedwarden feedwarden`,

  zsh: (complete) => `#compdef feedwarden
# In ~/.zshrc, after compinit: eval "$(feedwarden completion zsh)"
_feedwarden() {
  local value description
  local -a found
  while IFS=$'\\t' read -r value description; do
    found+=("$value:$description")
  done < <(${complete} "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $#found )); then _describe feedwarden found; else _files; fi
}
compdef _feedwarden feedwarden`,

  fish: (complete) => `# In ~/.config/fish/config.fish: feedwarden completion fish | source
function __feedwarden_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l found (${complete} $words[2..-1] "$current" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path "$current"
  end
end
complete -c feedwarden -f -a '(__feedwarden_complete)'`,
};
