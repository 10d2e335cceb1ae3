import { pause } from './api/timeout.js'
import { createFrameLog, createNotify, dispatch } from './host/dispatch.js'
import { awaitHandshake, originPolicy, readSettings } from './host/handshake.js'
import { openFrame } from './host/openFrame.js'
import { handleSocialWindow } from './host/socialWindow.js'
import { createHandlers } from './methods/handlers.js'
import { openLocks, runExclusive } from './prompts/locks.js'
import { createScreens } from './screens/createScreens.js'
import { openStore } from './session/openStore.js'

/** Starts the login frame: completes the handshake with the page, then answers its requests. */
async function start(): Promise<void> {
  const settings = readSettings(document.getElementById('settings')?.textContent)
  if (!settings) return
  const opening = openStore(() => window.indexedDB)
  const { port, origin } = await awaitHandshake(
    {
      self: window,
      parent: window.parent,
      listen: (listener, signal) => window.addEventListener('message', listener, { signal }),
    },
    originPolicy(settings),
  )
  const root = document.createElement('div')
  document.body.append(root)
  const notify = createNotify(port)
  const screens = createScreens(root, settings)
  const systemTheme = () =>
    matchMedia('(prefers-color-scheme: dark)').matches ? ('dark' as const) : ('light' as const)
  screens.setTheme({ mode: systemTheme(), accent: undefined })
  screens.onHeight((height) => {
    notify('SCREEN', { height: Math.min(4_096, Math.max(0, Math.ceil(height))) })
  })
  const query = new URLSearchParams(location.search)
  const frame = await openFrame({
    settings,
    query,
    loginOrigin: location.origin,
    parentOrigin: origin,
    screens,
    store: await opening,
    openChannel: (name) => new BroadcastChannel(name),
    notify,
    fetch: window.fetch.bind(window),
    runExclusive: (name, run) => runExclusive(navigator.locks, name, run),
    locks: await openLocks(navigator.locks),
    crypto: window.crypto,
    credentials: credentialsOf(() => screens.view().navigator.credentials),
    systemTheme,
    // After the response is sent.
    reload: () => setTimeout(() => location.reload()),
    pause,
    now: () => Date.now(),
  })
  window.addEventListener('message', (event) => void handleSocialWindow(frame, event))
  dispatch(port, createHandlers(frame), createFrameLog(query, console))
}

/** Passkeys need the window that has focus and the user's click. */
function credentialsOf(find: () => CredentialsContainer): CredentialsContainer | undefined {
  if (!navigator.credentials) return undefined
  return {
    create: (options) => find().create(options),
    get: (options) => find().get(options),
    store: (credential) => find().store(credential),
    preventSilentAccess: () => find().preventSilentAccess(),
  }
}

void start()
