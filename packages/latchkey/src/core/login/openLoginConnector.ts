import { LoginLoadError } from '../runtime/errors/login.js'
import { isWidgetError } from '../runtime/errors/WidgetError.js'
import type { Widget } from '../widget.js'
import type { LoginConnector } from './login.js'

/** The login frame's connector, fetched with its first use. */
export async function openLoginConnector(widget: Widget): Promise<LoginConnector> {
  try {
    return await widget.login()
  } catch (cause) {
    throw isWidgetError(cause, 'interface/load-failed') ? new LoginLoadError({ cause }) : cause
  }
}
