// The order of files where nothing is known of an earlier run, as on a fresh clone: vitest starts the largest file first, but some short texts
// run long, and one of them at the end would keep one worker busy while the others have nothing left.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const long =
  /\/(?:cli|access|snapshots|live|messages|tab-notices|team-push|reminder-year|durability|import-command|mcp-stdio|mcp-ten-agents|events|cloud-start|start|secrets|search-models|search-native|search-journal|mail-feed|cloud-journey|import-conversations|end-with-npm|sync)\.test\.ts$/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // The files of one project stay together: they share their workers.
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(({ moduleId }) => long.test(moduleId)), ...own.filter(({ moduleId }) => !long.test(moduleId))]
    })
  }
}
