import { describeEmails } from '../../platform/undo.ts'
import type { PlanContext } from './plan-context.ts'

export const goneReason = 'This sign-up is not there any more.'
export const forgottenReason = 'The person who signed up has been forgotten.'

/** Describes the email to the owner of one sign-up. */
export const describeOwnerMail = ({ platform }: PlanContext, sentence: string): string =>
  describeEmails(platform.configuration, sentence, 'the person who signed up')

/** Describes the emails to everyone who signed up for a slot. */
export const describeSlotMail = ({ platform }: PlanContext, sentence: string): string =>
  describeEmails(platform.configuration, sentence, 'those who signed up')
