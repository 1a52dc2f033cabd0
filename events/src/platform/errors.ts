import { defineErrors, type ErrorRegistry } from '../language/domain-error.ts'

/** The errors of rules in every module. They have no schemas, so that browsers run the rules too. */
export const editErrors = defineErrors({
  STALE: { status: 412, message: 'Someone else changed this in the meantime.' },
  INVALID_FIELDS: { status: 422, message: 'Please fix the errors and submit again.' },
})

/** The account that a request comes from has ended, which rules of users find out too. */
export const accountErrors = {
  USER_REMOVED: { status: 401, message: 'This account no longer exists.' },
} as const satisfies ErrorRegistry
