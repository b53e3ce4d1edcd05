/** One text, so that a Content-Security-Policy can name its hash. */
export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --text: #1d2129; --soft: #5b6472; --line: #e1e5eb; --back: #ffffff; --panel: #f6f7f9;
  --link: #0b62c4; --get: #0a6e4f; --post: #0b62c4; --change: #8a5a00; --delete: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e7ec; --soft: #9aa4b2; --line: #2b313b; --back: #14171c;
  --panel: #1b1f26; --link: #7ab7ff; --get: #5cd0a6; --post: #7ab7ff; --change: #e3b35c; --delete: #ff8a80; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); color: var(--text); background: var(--back);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem 1rem 2rem; background: var(--panel);
  border-right: 1px solid var(--line); font-size: 13.5px; }
nav .title { margin: 0 0 1rem; font-weight: 650; font-size: 15px; }
nav .title a { color: inherit; }
nav h2 { margin: 1.2rem 0 .3rem; font-size: 11px; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); border: 0; padding: 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: .5rem; padding: .18rem .3rem; color: var(--text); border-radius: 4px; }
nav li a:hover { background: var(--line); text-decoration: none; }
nav .method { flex: 0 0 3.1rem; font-size: 10px; line-height: 2.1; }
main { padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 62rem; }
h1 { margin: 0 0 .5rem; font-size: 1.9rem; line-height: 1.2; letter-spacing: -.015em; }
h2 { margin: 3rem 0 0; padding-bottom: .35rem; border-bottom: 1px solid var(--line); font-size: 1.3rem; }
h3 { margin: 0 0 .4rem; font-size: 1.08rem; }
h4 { margin: 1.2rem 0 .3rem; font-size: .74rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
p { margin: .4rem 0; }
p code, li code, dd code, .type code { padding: .1em .3em; border-radius: 4px; background: var(--panel); border: 1px solid var(--line); }
section { padding: 1.6rem 0 1.4rem; border-bottom: 1px solid var(--line); }
.anchor { margin-left: .4rem; color: var(--soft); opacity: 0; }
section:hover .anchor, .anchor:focus-visible { opacity: 1; }
.line { display: flex; gap: .7rem; align-items: baseline; padding: .5rem .75rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; overflow-x: auto; }
.line code { border: 0; padding: 0; background: none; font-size: .95em; }
.method { font: 650 11px/1.9 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--change); }
.method.get { color: var(--get); } .method.post { color: var(--post); } .method.delete { color: var(--delete); }
.fields { margin: .3rem 0 0; }
.fields > div { display: grid; grid-template-columns: minmax(9rem, 14rem) minmax(0, 1fr); gap: .2rem 1rem; padding: .4rem 0; border-top: 1px solid var(--line); }
.fields > div:first-child { border-top: 0; }
dt { font-weight: 500; overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; }
dd p { margin: .1rem 0 0; }
dd .fields { border-left: 2px solid var(--line); padding-left: .8rem; }
.optional, .limit, .type, .media { color: var(--soft); font-size: .86em; }
.optional { margin-left: .5rem; font-style: italic; }
.limit::before { content: " · "; }
.type code, .limit code { white-space: nowrap; }
.limit code { white-space: normal; }
.media { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.problems { margin: 0; padding: 0; list-style: none; }
.problems li { padding: .12rem 0; }
details { margin-top: .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
summary { padding: .35rem .75rem; cursor: pointer; color: var(--soft); font-size: .9em; }
pre { margin: 0; padding: .6rem .9rem .8rem; overflow-x: auto; border-top: 1px solid var(--line); line-height: 1.5; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); }
  .fields > div { grid-template-columns: 1fr; } }
`;
