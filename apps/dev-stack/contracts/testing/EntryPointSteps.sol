// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface Holder {
    function balanceOf(address holder) external view returns (uint256);
}

interface Counter {
    function calls() external view returns (uint256);
}

/// Stands in for the entry point in tests, at its address: makes many calls in one transaction, and like the
/// entry point executes only operations whose validation succeeded. After each, it notes what `account` holds.
contract EntryPointSteps {
    struct Step {
        /// 0: call. 1: validate an operation. 2: execute the operation that step `operation` validated.
        uint8 kind;
        uint256 operation;
        address to;
        bytes data;
    }

    event Result(bool succeeded, bytes answer, uint256 coins, uint256[] tokens, uint256 calls);

    receive() external payable {}

    function run(address account, Step[] calldata steps, address[] calldata tokens, address counter) external {
        bool[] memory isValid = new bool[](steps.length);
        for (uint256 i = 0; i < steps.length; i++) {
            Step calldata step = steps[i];
            bool succeeded = false;
            bytes memory answer;
            if (step.kind != 2 || isValid[step.operation]) (succeeded, answer) = step.to.call(step.data);
            if (step.kind == 1) isValid[i] = succeeded && _isDue(abi.decode(answer, (uint256)));
            uint256[] memory held = new uint256[](tokens.length);
            for (uint256 n = 0; n < held.length; n++) held[n] = Holder(tokens[n]).balanceOf(account);
            emit Result(succeeded, answer, account.balance, held, Counter(counter).calls());
        }
    }

    /// As the entry point reads the answer to a validation.
    function _isDue(uint256 validation) private view returns (bool) {
        uint48 validUntil = uint48(validation >> 160);
        uint48 validAfter = uint48(validation >> 208);
        bool isEnded = validUntil != 0 && block.timestamp > validUntil;
        return uint160(validation) == 0 && !isEnded && block.timestamp > validAfter;
    }
}
