import type { Features, Namespace, NetworkInput, ThemeMode, ThemeVariables } from 'latchkey'
import { type Configuration, differences } from '../configuration/configuration.js'
import { familiesFor, namespaceOf } from '../configuration/families.js'
import type { Field } from '../configuration/fields.js'
import { networkNamed } from '../configuration/networks.js'
import { networkNames, optionOf } from '../configuration/options.js'
import { isSame } from '../configuration/shape.js'

/** A call of the widget that changes it while it runs. */
export type WidgetCall =
  | { readonly method: 'setThemeMode'; readonly mode: ThemeMode }
  | { readonly method: 'setThemeVariables'; readonly variables: ThemeVariables }
  | { readonly method: 'updateFeatures'; readonly features: Partial<Features> }
  | {
      readonly method: 'addNetwork'
      readonly namespace: Namespace
      readonly name: string
      readonly network: NetworkInput
    }
  | {
      readonly method: 'removeNetwork'
      readonly namespace: Namespace
      readonly id: number | string
    }

/** Sign-in, and what the provider's configuration decides, are read once, when the widget is created. */
const fixedFeatures = [
  ...['email', 'socials', 'swaps', 'onramp', 'history', 'multiWallet'],
  ...['pay', 'reownAuthentication'],
]

/** How to get from one configuration to another without a new widget; undefined when there is no way. */
export function planChange(
  fields: readonly Field[],
  before: Configuration,
  after: Configuration,
): readonly WidgetCall[] | undefined {
  const calls: WidgetCall[] = []
  for (const field of differences(fields, before, after)) {
    const planned = planField(field, before, after)
    if (!planned) return undefined
    calls.push(...planned)
  }
  return calls
}

function planField(
  field: Field,
  before: Configuration,
  after: Configuration,
): readonly WidgetCall[] | undefined {
  const { path, fallback } = field
  const value = after[path] ?? null
  const [group, name = ''] = path.split('.')
  if (path === 'networks') return planNetworks(networkNames(before), networkNames(after))
  // Following the system again, or going back to a default, is for a new widget.
  const isLeftOut = isSame(value, fallback)
  if (path === 'themeMode' && !isLeftOut) {
    return [{ method: 'setThemeMode', mode: value as ThemeMode }]
  }
  if (group === 'themeVariables' && !isLeftOut) {
    return [{ method: 'setThemeVariables', variables: { [name]: optionOf(field, value) } }]
  }
  if (group === 'features' && !fixedFeatures.includes(name) && value !== null) {
    return [{ method: 'updateFeatures', features: { [name]: value } }]
  }
  return undefined
}

/** Networks can be added at the end and taken away, not moved; a chain family comes with a new widget. */
function planNetworks(
  before: readonly string[],
  after: readonly string[],
): readonly WidgetCall[] | undefined {
  const stored = before.filter((name) => after.includes(name))
  const added = after.filter((name) => !before.includes(name))
  if (!isSame([...stored, ...added], after) || !isSame(familiesOf(before), familiesOf(after)))
    return undefined
  const removed = before.filter((name) => !after.includes(name))
  return [
    ...added.map((name): WidgetCall => {
      const network = networkNamed(name)
      return { method: 'addNetwork', namespace: namespaceOf(network), name, network }
    }),
    ...removed.map((name): WidgetCall => {
      const network = networkNamed(name)
      return { method: 'removeNetwork', namespace: namespaceOf(network), id: network.id }
    }),
  ]
}

const familiesOf = (names: readonly string[]) => familiesFor(names.map(networkNamed))
