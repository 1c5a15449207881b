// Which Node runs Tandem itself. What a person needs to start it is older, and said in package.json's `engines`: setup.mjs fetches the rest.

/** TypeScript runs as it is, and SQLite's binding loads. */
export const oldestNode = '22.18'

/** @param {string} oldest such as `22.18` */
export function isOlderThan(oldest, version = process.versions.node) {
  const [major = 0, minor = 0] = oldest.split('.').map(Number)
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number)
  return ownMajor < major || (ownMajor === major && ownMinor < minor)
}
