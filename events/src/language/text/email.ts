/// <reference path="./validator.d.ts" />
import isEmail from 'validator/lib/isEmail.js'
import { codeLine } from './text.ts'

/** UTF-16 units that RFC 5321 leaves to an address between its angle brackets. */
export const maxEmailLength = 254

// Invisible characters, and those that separate a header of a mail or a list of addresses. Quoted names are allowed by the
// standard and taken by hardly any server.
const neverInAddress = /[\s\p{Cf}\p{Default_Ignorable_Code_Point},;:<>()[\]\\"]/u

/**
 * One mailbox that a mail server of the internet takes: dots between letters only, at most 64 bytes before the @, and
 * a domain that can be registered. Letters of all scripts are welcome on both sides.
 */
export function isMailbox(address: string): boolean {
  if (address.length > maxEmailLength || !address.isWellFormed()) return false
  if (!address.includes('@') || neverInAddress.test(address)) return false
  // Mail programs fold what stands for the same letter: `ｅxample.org` arrives, and what folds to two dots does not.
  return isEmail(address.normalize('NFKC'))
}

/** True also for mailboxes at the machine itself, where the mail of the first TD goes unless another address is set. */
export const isStaffMailbox = (address: string): boolean => isMailbox(address.replace(/@localhost$/, '@localhost.test'))

/** Sentences for a field that is empty, and for one that holds no address. */
export interface EmailSentences {
  readonly missing: string
  readonly invalid: string
}

/** An address that must be there. */
export const requiredEmail = ({ missing, invalid }: EmailSentences, isValid = isMailbox) =>
  codeLine(maxEmailLength, missing)
    .refine((value) => value !== '', { error: missing, abort: true })
    .refine((value) => isValid(value), invalid)

/** An address, or nothing. */
export const optionalEmail = (invalid: string) =>
  codeLine(maxEmailLength).refine((value) => value === '' || isMailbox(value), invalid)
