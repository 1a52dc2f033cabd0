import * as overlayHistory from '@ultimate/kit/components/overlays/overlay-history.ts'
import * as toast from '@ultimate/kit/components/toasts/toast.ts'
import * as edition from '@ultimate/kit/event/edition.ts'
import { version as kitVersion } from '@ultimate/kit/package.json'
import * as api from '@ultimate/kit/request/api.ts'
import * as router from '@ultimate/kit/router.ts'
import * as answers from '@ultimate/kit/state/answers.ts'
import * as auth from '@ultimate/kit/state/auth.tsx'
import * as deviceClock from '@ultimate/kit/state/device-clock.ts'
import * as kept from '@ultimate/kit/state/kept.ts'
import * as line from '@ultimate/kit/state/line.ts'
import * as release from '@ultimate/kit/state/release.ts'
import * as session from '@ultimate/kit/state/session.ts'
import * as waiting from '@ultimate/kit/state/waiting.ts'
import * as undoable from '@ultimate/kit/undo/undoable.ts'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'

const ofReact = (module: object) => ({ ...shareOnce(react.version), lib: () => module })
const ofKit = (module: object) => ({ ...shareOnce(kitVersion), lib: () => module })
const loadSending = () => import('@ultimate/kit/request/use-command.ts')
/** A module that the home page does not need; it loads with the first part that asks for it. */
const ofKitLater = (load: () => Promise<object>) => ({
  ...shareOnce(kitVersion, false),
  get: async () => {
    const module = await load()
    return () => module
  },
})

function shareOnce(version: string, eager = true) {
  return { version, shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}`, eager } }
}

/**
 * The modules that exist once in the page: packages with state, and files of the kit. The shell lends its own to the
 * parts, which are built to ask for these names (`rspack.config.ts`). A part whose range excludes the shell's version
 * does not fit.
 */
export const shares = {
  react: ofReact(react),
  'react/jsx-runtime': ofReact(jsxRuntime),
  'react-dom': ofReact(reactDom),
  'react-dom/client': ofReact(reactDomClient),
  '@ultimate/kit/components/overlays/overlay-history.ts': ofKit(overlayHistory),
  '@ultimate/kit/components/toasts/toast.ts': ofKit(toast),
  '@ultimate/kit/event/edition.ts': ofKit(edition),
  '@ultimate/kit/outbox/outbox.ts': ofKitLater(() => import('@ultimate/kit/outbox/outbox.ts')),
  '@ultimate/kit/request/api.ts': ofKit(api),
  '@ultimate/kit/request/live.ts': ofKitLater(
    () => import(/* webpackChunkName: "live" */ '@ultimate/kit/request/live.ts'),
  ),
  '@ultimate/kit/request/query.ts': ofKitLater(() => import('@ultimate/kit/request/query.ts')),
  '@ultimate/kit/request/use-command.ts': ofKitLater(loadSending),
  '@ultimate/kit/router.ts': ofKit(router),
  // Only earlier released parts ask by this name.
  '@ultimate/kit/sending/send-command.ts': ofKitLater(loadSending),
  '@ultimate/kit/sending/send-from-toast.ts': ofKitLater(() => import('@ultimate/kit/sending/send-from-toast.ts')),
  '@ultimate/kit/state/answers.ts': ofKit(answers),
  '@ultimate/kit/state/auth.tsx': ofKit(auth),
  '@ultimate/kit/state/device-clock.ts': ofKit(deviceClock),
  '@ultimate/kit/state/kept.ts': ofKit(kept),
  '@ultimate/kit/state/line.ts': ofKit(line),
  '@ultimate/kit/state/release.ts': ofKit(release),
  '@ultimate/kit/state/session.ts': ofKit(session),
  '@ultimate/kit/state/waiting.ts': ofKit(waiting),
  '@ultimate/kit/undo/undoable.ts': ofKit(undoable),
}
