/** What `@solana/web3.js` builds on while it loads. Tests use its transactions and its HTTP calls only. */
class CommonClient {
  on() {}
}

function refuse() {
  throw new Error('There is no socket client here.')
}

module.exports = { CommonClient, WebSocket: refuse }
