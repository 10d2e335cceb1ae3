import {
  type ForgetConnectionParameters,
  forgetConnection,
} from '../../../core/actions/forgetConnection.js'
import { notify } from '../../../core/actions/notify.js'
import * as profileText from '../../../core/text/profile.js'
import type { Widget } from '../../../core/widget.js'

/** Forgets an account of an earlier connection. */
export function deleteWallet(widget: Widget, parameters: ForgetConnectionParameters): void {
  forgetConnection(widget, parameters)
  void notify(widget, { variant: 'success', message: profileText.profile.deleted })
}
