import { stopWithParent } from '../scripts/stop-with-parent.ts'
import { execute } from '../scripts/test/programs.ts'
import { installTools, toolPath } from './tools.ts'

/** `npm run mutate [-- ARGUMENTS]` runs Stryker with `stryker.config.mjs`. */
stopWithParent()
installTools()
process.exitCode = (await execute(toolPath('stryker'), ['run', ...process.argv.slice(2)])) ? 0 : 1
