import { defineErrors } from '../language/domain-error.ts'
import { accountErrors } from '../platform/errors.ts'

/**
 * Errors of the rules of users, without schemas, so that browsers run the rules too; `api.ts` adds those of requests.
 */
export const userErrors = /* @__PURE__ */ defineErrors({
  ...accountErrors,
  USER_NOT_FOUND: { status: 404, message: 'There is no such user.' },
  OWN_ACCOUNT: { status: 409, message: 'You cannot remove your own account.' },
  LAST_TD: { status: 409, message: 'The last TD cannot be removed.' },
})
