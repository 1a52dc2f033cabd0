import { defineErrors } from '../language/domain-error.ts'

/**
 * Errors of the rules of parts, without schemas, so that browsers run the rules too; `api.ts` adds those of requests.
 */
export const releaseErrors = /* @__PURE__ */ defineErrors({
  PART_NOT_FOUND: { status: 404, message: 'There is no part of this name.' },
  RELEASE_NOT_FOUND: { status: 404, message: 'There is no release of this version.' },
  PART_EXISTS: { status: 409, message: 'There is a part of this name already.' },
  RELEASE_EXISTS: { status: 409, message: 'There is a release of this version already. Please raise the version.' },
  RELEASE_IS_LIVE: { status: 409, message: 'This version is live for everybody already.' },
  NOTHING_TO_ROLL_BACK: { status: 409, message: 'There is no earlier version to roll back to.' },
})
