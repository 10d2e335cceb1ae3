import { payFeature } from '@latchkey/wire/http/pay'
import { getTransferStatus, quoteTransfer } from '@latchkey/wire/http/transfers'
import { ApiError } from '../../errors/ApiError.js'
import { type Caller, type Route, route } from '../../http/route.js'
import type { Transfers } from '../../sources/pay/transfers/createTransfers.js'
import { hasFeature } from './hasFeature.js'

/** Payments with another token than the one asked for, as pages with AppKit request them. */
export function transferRoutes({ transfers }: { readonly transfers: Transfers }): Route[] {
  return [
    route(
      quoteTransfer,
      async (order, caller) => transfers.quote(order, toTransferCaller(caller)),
      { hasErrorText: true },
    ),
    route(
      getTransferStatus,
      async ({ requestId }, caller) => ({
        status: await transfers.readStatus(requestId, toTransferCaller(caller)),
      }),
      { hasErrorText: true },
    ),
  ]
}

/** Throws an ApiError for a project without payments. */
function toTransferCaller({ project, publicUrl, signal }: Caller) {
  if (!hasFeature(project, payFeature)) {
    throw new ApiError(403, payFeature, 'Payments are not turned on for this project.')
  }
  return { projectId: project.id, publicUrl, signal }
}
