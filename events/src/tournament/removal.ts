import { z } from 'zod'
import { requiredLine } from '../language/text.ts'
import { removalLimits } from './team.ts'

/** What is not the id of any team is an unknown one, whatever its form. */
const ids = z
  .array(z.string().max(64), 'Please say which teams.')
  .min(1, 'Please say which teams.')
  .max(removalLimits.teams, `Please name at most ${removalLimits.teams} teams at once.`)

/** Which teams to take out, and why. */
export const removal = z.strictObject({ ids, reason: requiredLine(removalLimits.reason, 'Please say why.') })

/** Which teams to put back. */
export const restoration = z.strictObject({ ids })
