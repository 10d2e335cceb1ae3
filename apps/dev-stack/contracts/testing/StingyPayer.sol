// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Pays with the least gas that a contract can send along.
contract StingyPayer {
    function pay(address to) external payable {
        // The EVM adds 2300 to the 0.
        (bool done, ) = to.call{value: msg.value, gas: 0}('');
        require(done, 'StingyPayer: NOT_PAID');
    }
}
