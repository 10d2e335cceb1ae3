// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// The common part of ERC-20 tokens; return values are left to the token.
abstract contract Balances {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function _mint(address to, uint256 value) internal {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _burn(address from, uint256 value) internal {
        require(balanceOf[from] >= value, 'Token: INSUFFICIENT_BALANCE');
        balanceOf[from] -= value;
        totalSupply -= value;
        emit Transfer(from, address(0), value);
    }

    function _move(address from, address to, uint256 value) internal {
        require(to != address(0), 'Token: TO_ZERO_ADDRESS');
        require(balanceOf[from] >= value, 'Token: INSUFFICIENT_BALANCE');
        unchecked {
            balanceOf[from] -= value;
        }
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function _approve(address holder, address spender, uint256 value) internal {
        allowance[holder][spender] = value;
        emit Approval(holder, spender, value);
    }

    /// The maximum allowance is unlimited and never reduced.
    function _spend(address holder, address spender, uint256 value) internal {
        uint256 allowed = allowance[holder][spender];
        if (allowed == type(uint256).max) return;
        require(allowed >= value, 'Token: INSUFFICIENT_ALLOWANCE');
        unchecked {
            allowance[holder][spender] = allowed - value;
        }
    }
}
