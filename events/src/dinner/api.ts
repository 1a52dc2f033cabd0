import type { OperationsOf } from '../language/endpoint.ts'
import { boardApi } from './board/board-api.ts'
import { kitchenApi } from './kitchen/kitchen-api.ts'
import { arrivalApi, signupApi } from './slots/signup-api.ts'
import { slotApi } from './slots/slot-api.ts'

/** Every call of the dinner. */
export const dinnerApi = { ...slotApi, ...signupApi, ...arrivalApi, ...boardApi, ...kitchenApi }

/** Version of these calls, which parts declare to need. A new call or field raises the middle number, a removed one the first. */
export const dinnerInterface = '1.11.0'
export type DinnerOperations = OperationsOf<typeof dinnerApi>
