import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { Platform } from '../../platform/module.ts'
import type { Account } from '../read/users.view.ts'
import { type DeriveSetUp, findSecondFactor, usingRecoveryCode, usingStep } from './second-factors.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

/** The writes that use up the code of a sign-in; they fail with SECOND_FACTOR_WRONG where it was used up before. */
export interface SecondStep {
  readonly writes: readonly TransactionalWrite[]
  readonly withRecoveryCode: boolean
  /** Called when the code was right. */
  succeeded(): Promise<void>
}

/** The step of a user without a second factor, and of a repetition of what was accepted before. */
const noStep: SecondStep = { writes: [], withRecoveryCode: false, succeeded: async () => undefined }

/**
 * Returns what is missing beside a right password. Users with an app need its code. Others with a passkey sign in by
 * the passkey alone if their role needs a second factor. Null if nothing is missing.
 */
export function missingStep(
  { hasSecondFactor, hasPasskey, needsSecondFactor }: Account,
  code: string | undefined,
): 'SECOND_FACTOR_REQUIRED' | 'PASSKEY_REQUIRED' | null {
  if (hasSecondFactor) return code === undefined ? 'SECOND_FACTOR_REQUIRED' : null
  return needsSecondFactor && hasPasskey ? 'PASSKEY_REQUIRED' : null
}

export type CheckSecondStep = (account: Account, code: string | undefined, repeats: boolean) => Promise<SecondStep>

/**
 * Returns how to check the code that goes with a right password or link. The check fails with SECOND_FACTOR_REQUIRED,
 * PASSKEY_REQUIRED, SECOND_FACTOR_WRONG or TOO_MANY_SIGN_INS. Codes are counted for the user, because a person who
 * tries them knows the password.
 */
export function secondStep(
  { sql, clock }: Platform,
  deriveSetUp: DeriveSetUp,
  attempts: SignInAttempts,
): CheckSecondStep {
  return async (account, code, repeats) => {
    if (repeats) return noStep
    const missingPart = missingStep(account, code)
    if (missingPart) return staffErrors.fail(missingPart)
    const { user, hasSecondFactor } = account
    if (!hasSecondFactor || code === undefined) return noStep
    const { succeeded } = await attempts.beginCode(user.id)
    if (!/^\d{6}$/.test(code)) return { writes: [usingRecoveryCode(user.id, code)], withRecoveryCode: true, succeeded }
    const factor = await findSecondFactor(sql, user.id)
    const step = factor?.confirmed ? deriveSetUp(user.id, factor.key, user.username).findStep(code, clock.now()) : null
    if (step === null) return staffErrors.fail('SECOND_FACTOR_WRONG')
    return { writes: [usingStep(user.id, step)], withRecoveryCode: false, succeeded }
  }
}
