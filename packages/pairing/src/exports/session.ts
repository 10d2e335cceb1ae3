export {
  permitsChain,
  permitsEvent,
  permitsMethod,
  type RequestedNamespace,
  type RequestedNamespaces,
  type SessionNamespace,
  type SessionNamespaces,
} from '../session/namespaces.js'
export {
  type Peer,
  type Role,
  type Session,
  sessionAccounts,
  sessionChains,
} from '../session/session.js'
export {
  type AuthPayload,
  type Cacao,
  type CacaoPayload,
  formatSignInMessage,
  type SignInCheck,
} from '../session/signInMessage.js'
