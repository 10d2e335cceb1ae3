// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Account} from './Account.sol';

/// What the account of a key becomes when the key delegates it here (EIP-7702). Its owner is the account
/// itself, so there is nothing to set up and nothing that another could set up first. No storage, no
/// upgrade: the key ends the delegation with another one. The numbers in comments are those of the
/// specification, `docs/smart-accounts.md`.
contract DelegatedAccount is Account {
    /// D5: as without code, any call may arrive.
    fallback() external payable {}

    /// D1: only the key signs for it, and only the key or an operation that it signed makes it call.
    function owner() public view override returns (address) {
        return address(this);
    }

    /// D4: EIP-1271 with the key's own signatures, as they were valid before. They need no binding, because the
    /// key has no other account that takes them.
    function isValidSignature(
        bytes32 hash,
        bytes calldata signature
    ) external view override returns (bytes4) {
        return _signedByOwner(hash, signature) ? IS_VALID : bytes4(0xffffffff);
    }
}
