/** The three staff roles, highest first: the order in which lists of users show them. */
export const roles = ['TD', 'admin', 'helper'] as const
export type Role = (typeof roles)[number]

/** Who may use an endpoint: everyone, or the holders of one of these roles. */
export type Permission = 'everyone' | readonly Role[]

export const anyStaff: readonly Role[] = roles
export const adminOrTd: readonly Role[] = ['TD', 'admin']
export const tdOnly: readonly Role[] = ['TD']

export function isAllowed(allow: Permission, role: string | null): boolean {
  return allow === 'everyone' || allow.some((it) => it === role)
}
