import type { RawRoute } from '../../http/route.js'
import { jsonHeaders } from '../../serving/headers.js'

/**
 * Older widgets ask here to pay with another token than the wanted one, which is not offered. They show
 * the text of `error`.
 */
export function transferRoutes(): RawRoute[] {
  return [
    rejectTransfer('quoteTransfer', 'POST', 'quote', {
      field: 'originCurrency',
      description: 'Paying with another token is not offered here: pay with the token asked for.',
    }),
    rejectTransfer('getTransferStatus', 'GET', 'status', {
      field: 'requestId',
      description: 'This payment is unknown here.',
    }),
  ]
}

function rejectTransfer(
  name: string,
  method: 'GET' | 'POST',
  path: string,
  reason: { readonly field: string; readonly description: string },
): RawRoute {
  return {
    name,
    method,
    path: `/appkit/v1/transfers/${path}`,
    bodyLimit: 65_536,
    async handle() {
      const body = { status: 'FAILED', reasons: [reason], error: reason.description }
      return { status: 404, body: JSON.stringify(body), headers: jsonHeaders('personal') }
    },
  }
}
