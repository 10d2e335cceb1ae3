import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { createSettingsStore } from '../core/config/actions/updateFeatures.js'
import { defaultNameZone, getLocalFeatures } from '../core/config/features.js'
import type { LatchkeyOptions } from '../core/config/options.js'
import { type ParsedOptions, parseOptions } from '../core/config/parseOptions.js'
import { type ConnectionState, createConnectionStore } from '../core/connection/store.js'
import { createEventsStore } from '../core/events/actions/recordEvent.js'
import { createLoginStore } from '../core/login/store.js'
import { createModalStore, createNoticeStore, createRouterStore } from '../core/modal/store.js'
import type { Network } from '../core/network/network.js'
import { createNetworkStore } from '../core/network/store.js'
import { createPairingStore } from '../core/pairing/store.js'
import { DestroyedError } from '../core/runtime/errors/config.js'
import type { Ports } from '../core/runtime/ports.js'
import { createSiwxStore } from '../core/siwx/store.js'
import { createThemeStore } from '../core/theme/store.js'
import { createRegistryStore } from '../core/wallets/store.js'
import type { Widget } from '../core/widget.js'
import { loadEngine } from './engine.js'
import { loadOnce } from './loadOnce.js'

export type CreatedWidget = { readonly widget: Widget; readonly end: () => void }

/** Creates a widget from a site's options; nothing runs yet. */
export function createWidget(
  options: LatchkeyOptions,
  createPorts: (options: ParsedOptions) => Ports,
): CreatedWidget {
  const parsed = parseOptions(options)
  const { config, networks, initialNetwork, theme, problem, signIn } = parsed
  const ports = createPorts(parsed)
  const families = new Map(parsed.families.map((family) => [family.namespace, family]))
  const controller = new AbortController()
  const { signal } = controller
  if (problem) ports.log.error(problem.long)
  const { features, remoteFeatures } = getLocalFeatures(config.features, config.basic)

  const pairing = loadOnce(async () => (await loadEngine()).createPairing(widget))
  const login = loadOnce(async () => (await loadEngine()).createLogin(widget))
  const siwx = loadOnce(async () => (await loadEngine()).createSiwx(widget, signIn))

  const widget: Widget = {
    id: config.instance,
    config,
    ports,
    families,
    signal,
    created: new Map(),
    pairing: pairing.load,
    login: login.load,
    siwx: signIn && siwx.load,
    sessions: new Map(),
    attempts: new Map(),
    stores: {
      connection: createConnectionStore(
        config.reconnect ? readStoredConnections(families.keys(), ports) : {},
      ),
      network: createNetworkStore(createNetworkState(networks, initialNetwork, ports)),
      router: createRouterStore(),
      modal: createModalStore(),
      notice: createNoticeStore(problem),
      registry: createRegistryStore(),
      pairing: createPairingStore(),
      login: createLoginStore(),
      siwx: createSiwxStore(),
      settings: createSettingsStore({
        features,
        remoteFeatures,
        nameZone: defaultNameZone,
        termsConditionsUrl: parsed.termsConditionsUrl,
        privacyPolicyUrl: parsed.privacyPolicyUrl,
        hasAgreed: false,
        isReady: false,
      }),
      theme: createThemeStore({
        mode: theme.mode ?? (ports.system.prefersDark() ? 'dark' : 'light'),
        variables: theme.variables,
      }),
      events: createEventsStore(),
    },
  }
  return { widget, end: () => controller.abort(new DestroyedError()) }
}

/** Stored connections are `connecting` from the first read on. */
function readStoredConnections(
  namespaces: Iterable<Namespace>,
  { storage }: Ports,
): ConnectionState {
  const entries = [...namespaces].flatMap((namespace) => {
    const connectorId = storage.get(`${namespace}:connected_connector_id`)
    return connectorId === undefined ? [] : [[namespace, { status: 'connecting', connectorId }]]
  })
  return Object.fromEntries(entries)
}

/** Starts on the visitor's last network, else on the site's default. */
function createNetworkState(networks: readonly Network[], initial: Network, { storage }: Ports) {
  const stored = networks.find(({ id }) => id === storage.get('active_caip_network_id'))
  const first = stored ?? initial
  const active: { [namespace in Namespace]?: NetworkId } = { [first.namespace]: first.id }
  for (const { namespace, id } of networks) active[namespace] ??= id
  return { networks, defaultId: initial.id, activeNamespace: first.namespace, active }
}
