// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Account} from './Account.sol';

/// Creates accounts, each at an address derived from its owner: the same on every chain, and known
/// before the account exists. Anyone may call it and gets no rights over the account.
contract AccountFactory {
    address public immutable implementation = address(new Account());

    function createAccount(address owner, uint256 salt) external returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length > 0) return account;
        bytes memory code = _code(owner);
        assembly ('memory-safe') {
            account := create2(0, add(code, 32), mload(code), salt)
        }
        require(account != address(0), 'AccountFactory: NOT_CREATED');
    }

    function getAddress(address owner, uint256 salt) public view returns (address) {
        bytes32 hash = keccak256(abi.encodePacked(hex'ff', address(this), salt, keccak256(_code(owner))));
        return address(uint160(uint256(hash)));
    }

    /// The creation code of an account: 51 bytes that forward every call to the shared code, then the owner.
    /// A transfer without data ends in the proxy, because the 2300 gas that some contracts send is not
    /// enough for the shared code.
    function _code(address owner) private view returns (bytes memory) {
        return
            abi.encodePacked(
                hex'3d604780600a3d3981f3', // returns the 71 bytes that follow
                hex'36600557005b', // no data: stop
                hex'363d3d373d3d3d363d73',
                implementation,
                hex'5af43d82803e903d91603157fd5bf3',
                owner
            );
    }
}
