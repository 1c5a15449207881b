// CHANGELOG.md by its sections: what a release says of itself, and how a version is made of what is unreleased.

const heading = /^## (.+)$/gm
const unreleased = 'Unreleased'

/** The text below a heading, without blanks around it; undefined: there is no such section. `title`: a version, or "Unreleased". */
export function sectionOf(changelog: string, title: string): string | undefined {
  const found = [...changelog.matchAll(heading)]
  const at = found.findIndex(([, words = '']) => words === title || words.startsWith(`${title} `))
  return at === -1 ? undefined : changelog.slice(found[at]!.index + found[at]![0].length, found[at + 1]?.index ?? changelog.length).trim()
}

/** Without its headings a section says nothing. */
export const isEmpty = (section: string): boolean => section.replaceAll(/^#.*$/gm, '').trim() === ''

/** Gives what is unreleased its version and day. Throws when there is nothing, or when the version has a section already. */
export function released(changelog: string, version: string, day: string): string {
  if (sectionOf(changelog, version) !== undefined) throw new Error(`CHANGELOG.md has a section ${version} already: move what is unreleased there by hand.`)
  if (isEmpty(sectionOf(changelog, unreleased) ?? '')) throw new Error('CHANGELOG.md says nothing of what is new: write it under Unreleased.')
  return changelog.replace(`## ${unreleased}\n`, `## ${unreleased}\n\n## ${version} – ${day}\n`)
}

/** Why `tag` cannot be released; none: it can. */
export function releaseProblems(tag: string, version: string, changelog: string, changesets: readonly string[]): string[] {
  const section = sectionOf(changelog, version)
  return [
    tag === `v${version}` ? '' : `The tag is ${tag}, and package.json says ${version}: the tag must be v${version}.`,
    section === undefined || isEmpty(section) ? `CHANGELOG.md has no section ${version}.` : '',
    isEmpty(sectionOf(changelog, unreleased) ?? '')
      ? ''
      : `CHANGELOG.md has unreleased changes: move them to ${version}, or make a new version (npm run release:version).`,
    changesets.length === 0 ? '' : `Changesets wait (${changesets.join(', ')}): npm run release:version takes them.`,
  ].filter((line) => line !== '')
}
