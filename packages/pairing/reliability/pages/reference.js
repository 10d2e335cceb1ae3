import { SignClient } from '@walletconnect/sign-client'

globalThis.begin = async ({ relayUrl, projectId, metadata, requested }) => {
  const begun = performance.now()
  const client = await SignClient.init({
    relayUrl,
    projectId,
    metadata,
    logger: 'silent',
    telemetryEnabled: false,
  })
  const started = performance.now()
  const { uri, approval } = await client.connect({ optionalNamespaces: requested })
  const offered = performance.now()
  const connectedAt = approval().then(() => Date.now())
  globalThis.connected = () => connectedAt
  return { start: started - begun, uri: offered - started, text: uri }
}
