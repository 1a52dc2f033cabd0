import '@ultimate/kit/styles/fonts.css'
import '@ultimate/kit/styles/tokens.css'
import '@ultimate/kit/styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startUnscrolled } from './frame/scroll-positions.ts'
import { readPageSettings } from './page-settings.ts'
import { registerParts } from './remotes/load-part.ts'
import { preloadOnApproach } from './remotes/preload-on-approach.ts'
import { trustScriptsOf } from './remotes/trusted-scripts.ts'

const settings = readPageSettings()
trustScriptsOf(settings.remotes)
registerParts(settings.remotes)
preloadOnApproach()
startUnscrolled()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App gated={settings.gate} />)
