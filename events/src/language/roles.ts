/** The three staff roles, highest first: the order in which lists of users show them. */
export const roles = ['TD', 'admin', 'helper'] as const
export type Role = (typeof roles)[number]

/** The role of the token with which developers release their part. No user has it, and only few calls allow it. */
export const releaseRole = 'release'
/** Every role that something can be done in. */
export const actingRoles = [...roles, releaseRole] as const
export type ActingRole = (typeof actingRoles)[number]

/** The callers who may use an endpoint: everyone, or the holders of one of these roles. */
export type Permission = 'everyone' | readonly ActingRole[]

export const anyStaff: readonly Role[] = roles
export const adminOrTd: readonly Role[] = ['TD', 'admin']
export const tdOnly: readonly Role[] = ['TD']
/** The roles that may read the audit. */
export const auditReaders = tdOnly
export const releasers: readonly ActingRole[] = ['TD', releaseRole]

export function isAllowed(allow: Permission, role: string | null): boolean {
  return allow === 'everyone' || allow.some((it) => it === role)
}
