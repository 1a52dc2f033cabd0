import type { OperationsOf } from '../language/endpoint.ts'
import { boardApi } from './board-api.ts'
import { replayApi } from './replay-api.ts'
import { signupApi } from './signup-api.ts'
import { slotApi } from './slot-api.ts'

export { dinnerErrors } from './errors.ts'

/** Every call of the dinner. */
export const dinnerApi = { ...slotApi, ...signupApi, ...boardApi, ...replayApi }
export type DinnerOperations = OperationsOf<typeof dinnerApi>
