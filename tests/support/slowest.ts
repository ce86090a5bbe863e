import type { Reporter, TestModule } from 'vitest/node'

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`.padStart(9)
const sum = (files: TestModule[]) => files.reduce((total, file) => total + file.diagnostic().duration, 0)

/** Prints the slowest suites, files and tests of a run. */
export default class Slowest implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    if (files.length < 10) return
    const bySuite = Object.groupBy(files, ({ project }) => project.name)
    const suites = Object.entries(bySuite).map(([name, some = []]) => {
      const tests = some.reduce((count, file) => count + [...file.children.allTests()].length, 0)
      return `${seconds(sum(some))}  ${name}: ${tests} tests in ${some.length} files`
    })
    const longestFiles = files
      .toSorted((one, other) => other.diagnostic().duration - one.diagnostic().duration)
      .map((file) => `${seconds(file.diagnostic().duration)}  ${file.relativeModuleId}`)
    const longestTests = files
      .flatMap((file) => [...file.children.allTests()])
      .map((test) => ({ test, time: test.diagnostic()?.duration ?? 0 }))
      .toSorted((one, other) => other.time - one.time)
      .map(({ test, time }) => `${seconds(time)}  ${test.module.relativeModuleId}: ${test.fullName}`)
    const parts = [
      ['Suites', suites],
      ['Slowest files', longestFiles.slice(0, 12)],
      ['Slowest tests', longestTests.slice(0, 8)],
    ] as const
    for (const [title, lines] of parts) console.log(`\n${title}\n${lines.join('\n')}`)
  }
}
