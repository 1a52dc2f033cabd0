import type { OperationsOf } from '../language/endpoint.ts'
import { boardApi } from './board-api.ts'
import { signupApi } from './signup-api.ts'
import { slotApi } from './slot-api.ts'

export { dinnerErrors } from './errors.ts'

/** Every call of the dinner. */
export const dinnerApi = { ...slotApi, ...signupApi, ...boardApi }
export type DinnerOperations = OperationsOf<typeof dinnerApi>
