import type { Latchkey } from 'latchkey'
import { printLiteral } from '../configuration/printLiteral.js'
import type { WidgetCall } from './planChange.js'

export function callWidget(latchkey: Latchkey, call: WidgetCall): void | Promise<void> {
  switch (call.method) {
    case 'setThemeMode':
      return latchkey.setThemeMode(call.mode)
    case 'setThemeVariables':
      return latchkey.setThemeVariables(call.variables)
    case 'updateFeatures':
      return latchkey.updateFeatures(call.features)
    case 'addNetwork':
      return latchkey.addNetwork(call.namespace, call.network)
    case 'removeNetwork':
      return latchkey.removeNetwork(call.namespace, call.id)
  }
}

/** The call as a site would write it. */
export function printCall(call: WidgetCall): string {
  switch (call.method) {
    case 'setThemeMode':
      return `latchkey.setThemeMode(${printLiteral(call.mode)})`
    case 'setThemeVariables':
      return `latchkey.setThemeVariables(${printLiteral(call.variables)})`
    case 'updateFeatures':
      return `latchkey.updateFeatures(${printLiteral(call.features)})`
    case 'addNetwork':
      return `latchkey.addNetwork('${call.namespace}', ${call.name})`
    case 'removeNetwork':
      return `latchkey.removeNetwork('${call.namespace}', ${printLiteral(call.id)})`
  }
}
