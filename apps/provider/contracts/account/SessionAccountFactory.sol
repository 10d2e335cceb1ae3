// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SessionAccount} from './SessionAccount.sol';

/// Creates accounts of version 2, as `AccountFactory` does those of version 1. Their code differs in one
/// thing: the shared code that they delegate to can be replaced by their owner.
contract SessionAccountFactory {
    address public immutable implementation = address(new SessionAccount());

    function createAccount(address owner, uint256 salt) external returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length > 0) return account;
        bytes memory code = _code(owner);
        assembly ('memory-safe') {
            account := create2(0, add(code, 32), mload(code), salt)
        }
        require(account != address(0), 'SessionAccountFactory: NOT_CREATED');
    }

    function getAddress(address owner, uint256 salt) public view returns (address) {
        bytes32 hash = keccak256(abi.encodePacked(hex'ff', address(this), salt, keccak256(_code(owner))));
        return address(uint160(uint256(hash)));
    }

    /// The creation code of an account: 91 bytes that forward every call to the shared code, then the owner.
    /// A transfer without data ends in the proxy, because the 2300 gas that some contracts send is not
    /// enough for the shared code.
    function _code(address owner) private view returns (bytes memory) {
        return
            abi.encodePacked(
                hex'3d606f80600a3d3981f3', // returns the 111 bytes that follow
                hex'36600557005b', // no data: stop
                hex'363d3d373d3d3d363d',
                // The shared code is in the slot of ERC-1967; while that is empty, the default.
                hex'7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc54',
                hex'80604b575073',
                implementation,
                hex'5b5af43d82803e903d91605957fd5bf3',
                owner
            );
    }
}
