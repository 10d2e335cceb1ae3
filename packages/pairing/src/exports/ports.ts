export type {
  Curves,
  PairingClock,
  PairingEnvironment,
  PairingOptions,
  PairingStorage,
  PeerMetadata,
  RandomBytes,
  SignInOptions,
  SocketConstructor,
  SocketLike,
  VerifySignIn,
} from '../ports.js'
