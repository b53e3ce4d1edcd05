// Checks that a tag names the version of every package and of the images, and that CHANGELOG.md tells its story:
// Run it in the root of the repository:
//   node scripts/check-release.mjs v0.2.0           says what is wrong, if anything
//   node scripts/check-release.mjs v0.2.0 --notes   prints its section of the changelog
import { readdirSync, readFileSync } from 'node:fs';

const [tag = '', option] = process.argv.slice(2);
const read = (path) => readFileSync(path, 'utf8');

const version = tag.replace(/^v/, '');
const section = sectionOf(read('CHANGELOG.md'), version);
const problems = [
  ...manifests()
    .filter((path) => JSON.parse(read(path)).version !== version)
    .map((path) => `${path} has version ${JSON.parse(read(path)).version}`),
  ...[...read('docker-compose.yml').matchAll(/FEEDWARDEN_VERSION:-([^}]*)/g)]
    .filter(([, image]) => image !== version)
    .map(([, image]) => `docker-compose.yml runs the images of ${image}`),
  ...(section ? [] : [`CHANGELOG.md has no section "## ${version} (YYYY-MM-DD)"`]),
];
if (problems.length > 0) {
  process.stderr.write(
    `${tag || 'no tag'} cannot be released:\n${problems.map((line) => `  ${line}\n`).join('')}`,
  );
  process.exit(1);
}
process.stdout.write(option === '--notes' ? `${section}\n` : `${tag} can be released\n`);

function manifests() {
  const inside = ['packages', 'apps', 'tools'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}/package.json`),
  );
  return ['package.json', ...inside];
}

/** What stands below the heading of a released version; an unreleased one has no date. */
function sectionOf(changelog, wanted) {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find(
    (text) => text.startsWith(`${wanted} (`) && /^\S+ \(\d{4}-\d\d-\d\d\)/.test(text),
  );
  return found?.replace(/^.*\n/, '').trim();
}
