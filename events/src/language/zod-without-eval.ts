import { config, z } from 'zod/v4'

// Its schemas compile themselves where that is allowed, and try it out when the first is made. Pages do not allow it, and
// the browser reports the attempt. Bundles get this file for `zod` (see rspack.config.ts), so it comes before any schema.
config({ jitless: true })

export { z }
