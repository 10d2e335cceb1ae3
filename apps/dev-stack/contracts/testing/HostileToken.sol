// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Balances} from '../token/Balances.sol';

/// A token that anyone may mint, whose transfers can fail without an error or lose a part on the way.
contract HostileToken is Balances {
    bool public fails;
    uint256 public lossPercent;

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function change(bool fails_, uint256 lossPercent_) external {
        fails = fails_;
        lossPercent = lossPercent_;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return _pay(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _spend(from, msg.sender, value);
        return _pay(from, to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function _pay(address from, address to, uint256 value) private returns (bool) {
        if (fails) return false;
        uint256 loss = (value * lossPercent) / 100;
        _move(from, to, value - loss);
        if (loss > 0) _burn(from, loss);
        return true;
    }
}
