import {
  type ForgetConnectionParameters,
  forgetConnection,
} from '../../../core/connection/actions/forgetConnection.js'
import { notify } from '../../../core/modal/actions/notify.js'
import * as profileText from '../../../core/text/profile.js'
import type { Widget } from '../../../core/widget.js'

/** Forgets an account of an earlier connection. */
export function deleteWallet(widget: Widget, parameters: ForgetConnectionParameters): void {
  forgetConnection(widget, parameters)
  void notify(widget, { variant: 'success', message: profileText.profile.deleted })
}
