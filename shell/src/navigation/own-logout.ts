let isOwn = false

/**
 * Whether the session ended because somebody chose Logout in this very tab. Then no page stays open, not even for the
 * moment until the router has left it; a session that ended elsewhere leaves the pages that can say so.
 */
export const ownLogout = {
  begin: (): void => {
    isOwn = true
  },
  end: (): void => {
    isOwn = false
  },
  hasBegun: (): boolean => isOwn,
} as const
