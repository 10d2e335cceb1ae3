/** Replaces a dependency of `@solana/web3.js`. Tests use only its transactions and HTTP calls. */
class CommonClient {
  on() {}
}

function refuse() {
  throw new Error('There is no socket client here.')
}

module.exports = { CommonClient, WebSocket: refuse }
