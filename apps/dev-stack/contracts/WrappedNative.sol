// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Balances} from './token/Balances.sol';

/// The native currency as a token, one for one.
contract WrappedNative is Balances {
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);

    string public constant name = 'Wrapped Ether';
    string public constant symbol = 'WETH';
    uint8 public constant decimals = 18;

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        _mint(msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 wad) external {
        _burn(msg.sender, wad);
        emit Withdrawal(msg.sender, wad);
        (bool paid, ) = msg.sender.call{value: wad}('');
        require(paid, 'WrappedNative: NOT_PAID');
    }

    function transfer(address to, uint256 wad) external returns (bool) {
        _move(msg.sender, to, wad);
        return true;
    }

    function transferFrom(address from, address to, uint256 wad) external returns (bool) {
        if (from != msg.sender) _spend(from, msg.sender, wad);
        _move(from, to, wad);
        return true;
    }

    function approve(address spender, uint256 wad) external returns (bool) {
        _approve(msg.sender, spender, wad);
        return true;
    }
}
