import { config, z } from 'zod/v4'

// Zod compiles schemas by `eval` where that is allowed, and tries it out with the first schema. Pages do not allow it, and
// browsers report the attempt. Bundles get this file for `zod` (see rspack.config.ts), so it comes before any schema.
config({ jitless: true })

export { z }
