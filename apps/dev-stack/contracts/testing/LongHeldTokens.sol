// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Tokens that behave like those of the main network. Tests put their code at the addresses there, so they have
/// no constructor and no immutable values.
abstract contract LongHeldToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) internal shares;

    function balanceOf(address account) public view virtual returns (uint256) {
        return shares[account];
    }

    /// Without a log, as if it had happened before any log that a node still has.
    function hold(address account, uint256 value) external {
        shares[account] = value;
    }

    function move(address to, uint256 value, uint256 arrives) internal {
        shares[msg.sender] -= value;
        shares[to] += arrives;
        emit Transfer(msg.sender, to, arrives);
    }
}

/// Returns nothing, like USDT.
contract SilentToken is LongHeldToken {
    string public constant name = 'Tether USD';
    string public constant symbol = 'USDT';
    uint256 public constant decimals = 6;

    function transfer(address to, uint256 value) external {
        move(to, value, value);
    }
}

/// Has its name and symbol as bytes, like MKR and SAI.
contract BytesToken is LongHeldToken {
    bytes32 public constant name = 'Old Coin';
    bytes32 public constant symbol = 'OLD';
    uint256 public constant decimals = 18;

    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value, value);
        return true;
    }
}

/// Balances grow without transfers, like those of stETH and aTokens.
contract RebasingToken is LongHeldToken {
    string public constant name = 'Liquid staked Ether 2.0';
    string public constant symbol = 'stETH';
    uint8 public constant decimals = 18;
    /// In hundredths of a percent above the shares.
    uint256 public growth;

    function rebase(uint256 growth_) external {
        growth = growth_;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return (shares[account] * (10_000 + growth)) / 10_000;
    }
}

/// Keeps a hundredth of every transfer, like PAXG once did.
contract FeeToken is LongHeldToken {
    string public constant name = 'Paxos Gold';
    string public constant symbol = 'PAXG';
    uint8 public constant decimals = 18;

    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value, value - value / 100);
        return true;
    }
}

/// Behind a proxy, like USDC.
contract UpgradedToken is LongHeldToken {
    string public constant name = 'USD Coin';
    string public constant symbol = 'USDC';
    uint8 public constant decimals = 6;

    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value, value);
        return true;
    }
}

/// Calls the contract in the slot of ERC-1967.
contract SlotProxy {
    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let target := sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc)
            let done := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
