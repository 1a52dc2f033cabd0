import { acceptDigests } from './accept/digests.ts'
import { acceptGeneratedPages } from './accept/generated-pages.ts'
import { acceptRecordedExamples } from './accept/recorded-examples.ts'
import { acceptSurfaces } from './surfaces/recorded-surfaces.ts'

/**
 * `npm run accept`: stores all that is derived from the code as it is now, and prints why each of it changed: recorded
 * examples of events, digests and versions of read models, versions and surfaces of the kit and the interfaces, and the
 * generated pages. Its output belongs in the review of the change.
 */
// The examples first: the rows of read models are folded from them.
const examples = acceptRecordedExamples()
const accepted = [examples, await acceptDigests(), acceptSurfaces(), await acceptGeneratedPages()]
const changes = accepted.flatMap((one) => one.changes)
const problems = accepted.flatMap((one) => one.problems)
console.log(changes.length > 0 ? changes.join('\n') : 'Nothing derived has changed.')
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
