import type { OperationsOf } from '../language/endpoint.ts'
import { boardApi } from './board/board-api.ts'
import { replayApi } from './board/replay-api.ts'
import { arrivalApi } from './slots/arrival-api.ts'
import { signupApi } from './slots/signup-api.ts'
import { slotApi } from './slots/slot-api.ts'

export { dinnerErrors } from './errors.ts'

/** Every call of the dinner. */
export const dinnerApi = { ...slotApi, ...signupApi, ...arrivalApi, ...boardApi, ...replayApi }
export type DinnerOperations = OperationsOf<typeof dinnerApi>
